/** A switch that the account owner sets for the whole shop, declared by the module that reads it. It is off at first. */
export interface ShopSwitch {
  kind: "switch";
  /** As it is stored and as `/api` names it. */
  key: string;
  title: string;
  /** What it changes, for the person who decides on it. */
  helpText: string;
}

export const shopSwitch = (declaration: Omit<ShopSwitch, "kind">): ShopSwitch => ({
  kind: "switch",
  ...declaration,
});
