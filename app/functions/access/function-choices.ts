import type { FunctionEntry } from "~/core/function-entry";
import { grantableFlags } from "~/core/granted-functions";
import type { Flag } from "~/platform/auth/permission";

/** The form field with the allowed tabs of the function that a flag opens. */
export const tabsField = (flag: Flag) => `tabs.${flag}` as const;

/** A function that can be granted, as an option of the form. */
export interface FunctionChoice {
  flag: string;
  menuName: string;
  description: string;
}

/** The functions that can be granted, in the order of the menu. */
export const functionChoices = (functions: readonly FunctionEntry[]): FunctionChoice[] =>
  functions.flatMap((entry) =>
    grantableFlags([entry]).map((flag) => ({
      flag,
      menuName: entry.menuName,
      description: entry.description,
    })),
  );
