import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { customersContract } from "./contract";
import { customersRouter } from "./customers.server";
import { finishOpenEdits } from "./edits/finish-open-edits.server";
import { eraseCustomer, eraseCustomerRows } from "./erase-customer.server";
import { customersMirror } from "./mirror.server";
import { customerPages } from "./pages";
import { requestShopSetUp, setUpShop } from "./set-up-shop.server";

export const customersModule = defineModule({
  folder: "domain/customers",
  pages: customerPages,
  calls: { contract: { customers: customersContract }, router: { customers: customersRouter } },
  mirrors: [customersMirror],
  tasks: [setUpShop, finishOpenEdits],
  onSignIn: requestShopSetUp,
  audit,
  erasures: [eraseCustomerRows, eraseCustomer],
});
