import type { PublicPage } from "~/core/public-page";

/** One spelling of all that lead to the same page: the router ignores case, encoding, and slashes at the end. */
export const normalizedPath = (path: string): string =>
  decodeURIComponent(path)
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$|\.data$/, "");

/** The declared page that a path below `/proxy` leads to. */
export function pageAt(pages: readonly PublicPage[], path: string): PublicPage | undefined {
  const normalized = normalizedPath(path);
  return pages.find((page) =>
    page.path.endsWith("/") ? normalized.startsWith(page.path) : normalized === page.path,
  );
}
