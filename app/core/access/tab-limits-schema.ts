import { z } from "zod";
import type { Flag } from "~/platform/auth/permission";
import { declaredName } from "../declared-name";
import { MAX_TABS, TAB_ID } from "./tab-limits";

/** The tabs that an administrator may open, by id. */
const tabIds = z
  .array(z.string().regex(TAB_ID, "must be tab ids of letters, digits, - and _"))
  .max(MAX_TABS, `must be at most ${MAX_TABS} tabs`);

/** The allowed tabs by the function's flag. A function that is missing isn't limited. */
export const tabLimits = z.record(declaredName<Flag>("limitedFunctions"), tabIds.min(1));
export type TabLimits = z.infer<typeof tabLimits>;
