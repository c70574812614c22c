/** What decides which addresses a route can answer. */
export interface RouteNode {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/** First segments of routes that write their own documents: public pages, webhooks and authentication. */
const WRITE_DOCUMENTS = new Set(["proxy", "webhooks", "auth"]);

/**
 * The addresses of routes that only the scripts of pages load: they have no component and answer with data. A person who opens
 * such an address would read raw JSON.
 */
export function dataAddresses(
  routes: Readonly<Record<string, (RouteNode & { module: { default?: unknown } }) | undefined>>,
): RegExp[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  return all
    .filter(({ id, module }) => !module.default && !WRITE_DOCUMENTS.has(segmentOf(id, routes)))
    .map(({ id }) => new RegExp(`^/${pathOf(id, routes).replace(/:[^/]+/g, "[^/]+")}/?$`, "i"));
}

/** Addresses of this form are matched by their first segment alone. Others (escapes, double slashes) are rare. */
const PLAIN_PATH = /^\/([a-z0-9-]*)(?:\.data)?(?:\/|$)/i;

/**
 * The first segment of a plain address, as routes are compared with it: `students` for `/students`, `/Students/import` and
 * `/students.data`, and the empty text for `/` and `/_root.data`. Null for any other address.
 */
export function firstSegment(pathname: string): string | null {
  if (pathname === "/_root.data") return "";
  const segment = PLAIN_PATH.exec(pathname)?.[1];
  return segment === undefined || pathname.includes("//") ? null : segment.toLowerCase();
}

/**
 * The first segments that some route names, each with the ids of the routes that can answer an address beginning with it: those
 * that name it, those that accept any segment, and the routes around both.
 */
export function routesBySegment(routes: Readonly<Record<string, RouteNode | undefined>>): {
  named: ReadonlyMap<string, ReadonlySet<string>>;
  /** For addresses whose first segment no route names. */
  others: ReadonlySet<string>;
} {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const segments = new Map(all.map(({ id }) => [id, segmentOf(id, routes)]));
  const idsFor = (wanted: string | null) => {
    const ids = new Set<string>();
    for (const { id } of all) {
      const segment = segments.get(id);
      if (segment === ANY || segment === wanted) addWithParents(ids, id, routes);
    }
    return ids;
  };
  const names = new Set([...segments.values()].filter((segment) => segment !== ANY));
  return { named: new Map([...names].map((name) => [name, idsFor(name)])), others: idsFor(null) };
}

/** Stands for a first segment that isn't fixed: a parameter, a splat, or an optional segment. */
const ANY = "*";

/** The whole path of a route, with those of the routes around it. */
export function pathOf(id: string, routes: Readonly<Record<string, RouteNode | undefined>>): string {
  const paths: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    paths.unshift(route.path ?? "");
  return paths.join("/").split("/").filter(Boolean).join("/");
}

/** The first segment of a route's path, in lower case. A star stands for one that isn't fixed. */
export function segmentOf(id: string, routes: Readonly<Record<string, RouteNode | undefined>>): string {
  const [first = ""] = pathOf(id, routes).split("/");
  return /^[a-z0-9-]*$/i.test(first) ? first.toLowerCase() : ANY;
}

function addWithParents(
  ids: Set<string>,
  id: string,
  routes: Readonly<Record<string, RouteNode | undefined>>,
): void {
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    ids.add(route.id);
}
