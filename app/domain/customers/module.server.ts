import { atSignIn } from "~/core/installation.server";
import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { customersCalls } from "./calls.server";
import { finishOpenEdits } from "./edits/finish-open-edits.server";
import { eraseCustomer, eraseCustomerRows } from "./hooks.server";
import { customersInPalette } from "./list.server";
import { customersMirror } from "./mirror.server";
import { customerPages } from "./pages";
import { requestShopSetUp, setUpShop } from "./set-up-shop.server";

export const customersModule = declareModule({
  folder: "domain/customers",
  entry: customerPages,
  calls: { customers: customersCalls },
  declares: [
    customersInPalette,
    customersMirror,
    setUpShop,
    finishOpenEdits,
    atSignIn(requestShopSetUp),
    audit,
    eraseCustomerRows,
    eraseCustomer,
  ],
});
