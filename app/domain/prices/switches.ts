import { shopSwitch } from "~/core/settings/shop-switch";

export const employeeStoreColumns = shopSwitch({
  key: "employeeStoreColumns",
  title: "Employee store columns in the price log",
  helpText:
    "The price log shows and exports Customer Type and Source, and records the prices of price lists. They are read every night. The first reading records no changes.",
});
