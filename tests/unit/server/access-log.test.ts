import { describe, expect, it } from "vitest";
import { safePath } from "../../../server/web/access-log.ts";

describe("the path in the access log", () => {
  it("leaves out the query, where session tokens travel", () => {
    expect(safePath("/students?id_token=eyJhbGciOi&search=ann")).toBe("/students");
  });

  it.each(["/api/customer/ann@example.com/tags", "/api/customer/ann%40example.com/tags"])(
    "hides the e-mail address in %s",
    (path) => expect(safePath(path)).toBe("/api/customer/:email/tags"),
  );

  it("stays short, however long the request's path is", () => {
    expect(safePath(`/${"a".repeat(10_000)}`)).toHaveLength(300);
  });
});
