export { changeRegister } from "./change-register.ts";
export { convertEbaRegister } from "./convert-eba-register.ts";
export { openFileRegister } from "./file-register.ts";
export {
  type Activity,
  emptyRegister,
  type Provider,
  parseRegister,
  type RegisterFile,
  RegisterRefused,
} from "./register-file.ts";
