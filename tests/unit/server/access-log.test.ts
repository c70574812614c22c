import { describe, expect, it } from "vitest";
import { safePath } from "../../../server/web/access-log.ts";
import { routeMatcher } from "../../../server/web/matched-route.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { ROUTES_OUTSIDE_PAGES } from "../../support/route-files.ts";

describe("the path in the access log", () => {
  it("leaves out the query, where session tokens travel", () => {
    expect(safePath("/students?id_token=eyJhbGciOi&search=ann")).toBe("/students");
  });

  it.each(["/api/customer/ann@example.com/tags", "/api/customer/ann%40example.com/tags"])(
    "hides the email address in %s",
    (path) => expect(safePath(path)).toBe("/api/customer/:email/tags"),
  );

  it("hides the token of a personal link in each spelling of its address", () => {
    const token = "5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f.AbC-dEf_GhI0123j";
    const match = routeMatcher(ROUTES_OUTSIDE_PAGES);
    for (const path of [`/proxy/invitation/${token}`, `/%70roxy/Invitation/${token}//?shop=a`])
      expect(safePath(path, match(path))).toBe("/proxy/invitation/:token");
    const unknown = `/proxy//invitation/${token}/x`;
    expect(safePath(unknown, match(unknown))).toBe("/proxy/*");
  });

  it("stays short, however long the request's path is", () => {
    expect(safePath(`/${"a".repeat(10_000)}`)).toHaveLength(300);
  });

  it("takes no longer for each letter of a longer path", { timeout: withMachineFactor(1_000) }, () => {
    expect(safePath(`/${"a".repeat(50_000)}/ann@example.com`)).toHaveLength(300);
  });
});
