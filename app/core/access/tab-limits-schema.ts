import { z } from "zod";
import { MAX_TABS, TAB_ID, TAB_LIMITED } from "./tab-limits";

/** The tabs that an administrator may open, by id. */
const tabIds = z
  .array(z.string().regex(TAB_ID, "must be tab ids of letters, digits, - and _"))
  .max(MAX_TABS, `must be at most ${MAX_TABS} tabs`);

/** The allowed tabs by resource. A resource that is missing isn't limited. */
export const tabLimits = z.partialRecord(z.enum(TAB_LIMITED.map(({ resource }) => resource)), tabIds.min(1));
export type TabLimits = z.infer<typeof tabLimits>;
