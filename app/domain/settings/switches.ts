/** A switch that the account owner sets for the whole shop. */
export interface Switch {
  key: string;
  title: string;
  /** What it changes, for the person who decides on it. */
  helpText: string;
}

/**
 * Off until the owner turns them on. What the specification ties to a store's name is a switch of the shop here
 * (docs/differences.md).
 */
export const SWITCHES = [
  {
    key: "approvalMail",
    title: "E-mail on approval",
    helpText: "Whoever is approved, by a person or by a rule, gets an e-mail that says so.",
  },
  {
    key: "expiryReminders",
    title: "Reminders before a registration ends",
    helpText:
      "Approved students and staff customers get an e-mail 30, 7 and 1 days before their end date. The text is under Mail.",
  },
  {
    key: "mtdUsers",
    title: "MTD Users",
    helpText: "The retiree screens offer the tick box “MTD Users” when somebody is invited.",
  },
  {
    key: "employeeStoreColumns",
    title: "Employee store columns in the price log",
    helpText:
      "The price log shows and exports the employee store's prices beside the store's own. It applies as soon as this console has price control.",
  },
] as const satisfies readonly Switch[];

export type SwitchKey = (typeof SWITCHES)[number]["key"];

export const SWITCH_KEYS = SWITCHES.map(({ key }) => key) as [SwitchKey, ...SwitchKey[]];
