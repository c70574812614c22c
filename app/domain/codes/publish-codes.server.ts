import { publishChange } from "~/platform/realtime/publish.server";
import { codesList } from "./codes-list";

/** Open pages load their codes again. Call it after the transaction has committed. */
export const publishCodes = (shop: string): void =>
  publishChange(shop, "showRegistrationCodes", { list: codesList.name });
