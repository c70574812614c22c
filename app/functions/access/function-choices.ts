import { grantableFlags } from "~/core/declared-name";
import type { FunctionEntry } from "~/core/function-entry";

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
