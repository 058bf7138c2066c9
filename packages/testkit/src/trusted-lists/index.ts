export { OcspResponder, OpensslAuthority, type SealWish } from "./openssl-authority.ts";
export {
  formatService,
  type ListedService,
  type ListWish,
  makeListSigner,
  signList,
} from "./signed-list.ts";
