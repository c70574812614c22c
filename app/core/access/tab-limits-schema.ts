import { z } from "zod";
import type { Flag } from "~/platform/auth/permission";
import { declaredName } from "../declared-name";

const MAX_TABS = 30;

/** The tabs that an administrator may open, by id. `grantAccess` checks that the function has them. */
const tabIds = z.array(z.string()).min(1).max(MAX_TABS, `must be at most ${MAX_TABS} tabs`);

/** The allowed tabs by the function's flag. A function that is missing isn't limited. */
export const tabLimits = z.record(declaredName<Flag>("limitedFunctions"), tabIds);
export type TabLimits = z.infer<typeof tabLimits>;
