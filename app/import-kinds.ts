import type { ImportKind } from "./core/imports/import-kind";
import { couponImport } from "./functions/coupons/import";

/** What can be imported on a page. A function whose import is in `import.ts` has its two pages (`remix.config.js`). */
const importKinds: readonly ImportKind[] = [couponImport];

/** The import of a page. @throws for a path that no import has: a programming error */
export function importKindAt(pathname: string): ImportKind {
  const kind = importKinds.find(({ path }) => pathname.startsWith(`${path}/import`));
  if (!kind) throw new Error(`No import has the page ${pathname}. Add it to app/import-kinds.ts.`);
  return kind;
}
