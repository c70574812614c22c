import type { Permission } from "~/platform/auth/permission";

/** One menu entry. The menu, the home page's cards, the permission flags and README's table derive from these. */
export interface FunctionEntry {
  /** The folder's name, and the key of its calls in the contract. */
  name: string;
  /** The route, as in section 2.1 of the first specification text. */
  path: string;
  /** The name in the menu, letter by letter as in the specification. */
  menuName: string;
  description: string;
  permission: Permission;
  /** `console` entries run the console itself: they are in the menu, and not among the home page's cards. */
  group: "function" | "console";
}
