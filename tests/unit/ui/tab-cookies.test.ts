import type { AppLoadContext } from "@remix-run/node";
import { beforeEach, expect, test, vi } from "vitest";
import { loader as bundleReport } from "~/functions/bundleReport/routes/bundleReport";
import { loader as knotReport } from "~/functions/knotReport/routes/knotReport";
import { loader as registrationCodes } from "~/functions/registrationCodes/routes/registrationCodes";
import { loader as staff } from "~/functions/staff/routes/staff";
import { loader as students } from "~/functions/students/routes/students";

/** Another test covers sign-in: these loaders get calls without data. */
vi.mock("~/core/authorize.server", () => ({
  pageLoader: (_pages: unknown, work: (staff: unknown, args: unknown) => unknown) => (args: unknown) =>
    work({ calls: CALLS }, args),
  callsAction: vi.fn(),
}));

const onRequest = vi.fn();
const SCREEN = {
  list: async ({ params }: { params: { status: string } }) => {
    onRequest(params.status);
    return { rows: [] };
  },
  counts: async () => ({}),
  defaultDiscountLimit: async () => ({ value: "9500" }),
};
const CALLS = {
  students: SCREEN,
  staff: SCREEN,
  customers: { mirror: async () => ({}) },
  views: { list: async () => ({ views: [] }) },
  agora: { states: async () => ({ states: {} }) },
  reports: {
    runs: async () => ({ list: [], today: "2026-11-22", timeZone: "UTC" }),
    schedules: async () => ({ list: [] }),
  },
  registrationCodes: {
    history: async () => ({ list: [], total: 0, hasPrevious: false, hasNext: false }),
  },
};

beforeEach(() => onRequest.mockClear());

test.each([
  ["students", "studentTab", students],
  ["staff", "staffTab", staff],
])("/%s remembers its tab in the cookie %s, as the iframe lets it", async (path, cookie, loader) => {
  const visit = async (search: string, Cookie = "") => {
    const request = new Request(`https://console.example/${path}${search}`, { headers: { Cookie } });
    return (await loader({ request, params: {}, context: {} as AppLoadContext })) as unknown as {
      init?: { headers?: HeadersInit };
    };
  };
  const named = new Headers((await visit("?tab=disabled")).init?.headers).get("Set-Cookie") ?? "";
  expect(named).toMatch(new RegExp(`^${cookie}=[^;]+; `));
  for (const attribute of ["SameSite=None", "Secure", "Partitioned"]) expect(named).toContain(attribute);

  await visit("", named.split(";")[0]);
  expect(onRequest.mock.calls).toEqual([["disabled"], ["disabled"]]);
});

test.each([
  ["knotReport", "knot", "solrTab", knotReport],
  ["bundleReport", "bundle", "solrTab", bundleReport],
  ["registrationCodes", "history", "registrationCodesTab", registrationCodes],
])("/%s remembers its tab %s in the cookie %s", async (path, tab, cookie, loader) => {
  const request = new Request(`https://console.example/${path}?tab=${tab}`);
  const { init } = (await loader({ request, params: {}, context: {} as AppLoadContext })) as unknown as {
    init?: { headers?: HeadersInit };
  };
  expect(new Headers(init?.headers).get("Set-Cookie")).toMatch(
    new RegExp(`^${cookie}=[^;]+; .*SameSite=None`),
  );
});
