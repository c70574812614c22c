import { randomBytes } from "node:crypto";
import { stableUuid } from "~/platform/stable-uuid.server";

/** Names of unfinished uploads of a shop, and of feeds that an interrupted rename set aside. Two shops can use the same folder. */
export function partNamesOf(shop: string) {
  const own = stableUuid("priceSpider", shop).slice(0, 8);
  const pattern = new RegExp(`^backroom-${own}-[0-9a-f]{16}\\.part(\\.old)?$`);
  return {
    /** A new one for each attempt: an earlier attempt's process may still write to its own. */
    next: () => `backroom-${own}-${randomBytes(8).toString("hex")}.part`,
    isOne: (name: string) => pattern.test(name),
    /** Of one: whether it is a feed that was set aside. */
    isFeed: (name: string) => name.endsWith(".old"),
  };
}
