import { shopSwitch } from "~/core/settings/shop-switch";

export const mtdUsers = shopSwitch({
  key: "mtdUsers",
  title: "MTD Users",
  helpText: "The retiree screens offer the checkbox “MTD Users” when a person is invited.",
});
