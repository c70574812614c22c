import { matchRoutes, type RouteObject } from "react-router-dom";
import { expect, test } from "vitest";
import {
  dataAddresses,
  firstSegment,
  type RouteNode,
  routesBySegment,
} from "../../../server/web/reachable-routes.ts";

const NODES: RouteNode[] = [
  { id: "root", path: "" },
  { id: "shell", parentId: "root", path: "" },
  { id: "home", parentId: "shell", index: true },
  { id: "students", parentId: "shell", path: "students" },
  { id: "import", parentId: "shell", path: "students/import" },
  { id: "run", parentId: "shell", path: "students/import/:run" },
  { id: "display", parentId: "shell", path: "salsifyDisplay" },
  { id: "unknown", parentId: "shell", path: "*" },
  { id: "customers", parentId: "root", path: "customers/:id/detail" },
  { id: "optional", parentId: "root", path: "lang?/help" },
  { id: "proxy", parentId: "root", path: "proxy/*" },
  { id: "file", parentId: "root", path: ":folder/readme" },
];
const routes = Object.fromEntries(NODES.map((node) => [node.id, node]));

/** The routes as React Router takes them, of these ids only. */
function treeOf(ids: ReadonlySet<string>, parentId?: string): RouteObject[] {
  return NODES.filter((node) => node.parentId === parentId && ids.has(node.id)).map(({ id, path, index }) => {
    const children = treeOf(ids, id);
    return index
      ? { id, path, index: true }
      : { id, path, children: children.length > 0 ? children : undefined };
  });
}

const matchedIds = (ids: ReadonlySet<string>, pathname: string) =>
  matchRoutes(treeOf(ids), pathname)?.map(({ route, params }) => [route.id, params]);

test.each([
  "/",
  "/students",
  "/students/",
  "/Students",
  "/students/import",
  "/students/import/7",
  "/students/nothing",
  "/salsifydisplay",
  "/SALSIFYDISPLAY",
  "/customers/5/detail",
  "/customers/5",
  "/lang/help",
  "/help",
  "/proxy",
  "/proxy/a/b",
  "/students/readme",
  "/nothing/readme",
  "/nothing",
  "/nothing.data",
])("%s is answered by the same route as with all routes", (pathname) => {
  const { named, others } = routesBySegment(routes);
  const segment = firstSegment(pathname);
  const reachable = named.get(segment ?? "") ?? others;
  expect(segment).not.toBeNull();
  expect(reachable.size).toBeLessThan(NODES.length);
  expect(matchedIds(reachable, pathname)).toEqual(matchedIds(new Set(Object.keys(routes)), pathname));
});

test("the data of a page is answered by the page's routes", () => {
  expect(firstSegment("/students.data")).toBe("students");
  expect(firstSegment("/students/import.data")).toBe("students");
  expect(firstSegment("/_root.data")).toBe("");
});

test.each(["/%73tudents", "//students", "/students//import", "/a_b", "/a.b", "/ünï"])(
  "%s is matched against all routes",
  (pathname) => {
    expect(firstSegment(pathname)).toBeNull();
  },
);

test("a function adds nothing to what the others' addresses are matched against", () => {
  const before = routesBySegment(routes).named.get("students");
  const more = { ...routes, added: { id: "added", parentId: "shell", path: "added" } };
  expect(routesBySegment(more).named.get("students")).toEqual(before);
});

test("the addresses of routes without a component are data, except those that write their own documents", () => {
  const component = () => null;
  const withModules = Object.fromEntries(
    NODES.map((node) => [
      node.id,
      {
        ...node,
        module: { default: ["run", "customers", "proxy"].includes(node.id) ? undefined : component },
      },
    ]),
  );
  const addresses = dataAddresses(withModules);
  const isData = (pathname: string) => addresses.some((address) => address.test(pathname));
  for (const pathname of ["/students/import/7", "/Students/import/7/", "/customers/5/detail"])
    expect(isData(pathname), pathname).toBe(true);
  for (const pathname of ["/", "/students/import", "/students/import/7.data/x", "/customers/5", "/proxy/a"])
    expect(isData(pathname), pathname).toBe(false);
});
