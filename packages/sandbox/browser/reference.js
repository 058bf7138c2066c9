import { startCallForm } from "./call.js";
import { rememberControlToken } from "./control-token.js";
import { addCopyButtons } from "./copy-code.js";
import { rememberReturn } from "./remembered.js";
import { startSearch } from "./search.js";

rememberControlToken();
startSearch();
startCallForm();
addCopyButtons();
rememberReturn();
