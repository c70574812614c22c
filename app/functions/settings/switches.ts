import { shopSwitch } from "~/core/settings/shop-switch";

export const employeeStoreColumns = shopSwitch({
  key: "employeeStoreColumns",
  title: "Employee store columns in the price log",
  helpText:
    "The price log shows and exports the employee store's prices beside the store's own. This takes effect when Backroom has price control.",
});
