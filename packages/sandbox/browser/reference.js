import { startCallForm } from "./call.js";
import { rememberReturn } from "./remembered.js";
import { startSearch } from "./search.js";

startSearch();
startCallForm();
rememberReturn();
