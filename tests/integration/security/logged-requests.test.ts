import { afterEach, expect, test, vi } from "vitest";
import { handleError } from "~/entry.server";
import { log, withoutSecrets } from "~/platform/log.server";

afterEach(() => vi.restoreAllMocks());

const request = new Request("http://localhost:3000/customers/ann%40people.example/nothing");
/** As Remix reports an address without a page. */
const notFound = {
  status: 404,
  statusText: "Not Found",
  internal: true,
  data: "Error: No route matches URL",
};

test("a caller's mistake isn't logged as an error, and a fault is", () => {
  const [info, error] = [vi.spyOn(log, "info"), vi.spyOn(log, "error")];
  handleError(notFound, { request });
  expect(error).not.toHaveBeenCalled();
  expect(info).toHaveBeenCalledWith(
    { path: "/customers/[address]/nothing", status: 404 },
    "a request was refused",
  );
  handleError(new Error("a fault"), { request });
  expect(error).toHaveBeenCalledOnce();
});

test.each([
  ["/customers/ann@people.example/detail", "/customers/[address]/detail"],
  ["/customers/ann%40people.example/detail", "/customers/[address]/detail"],
  ['No route matches URL "/x/ann.b%40people.example"', 'No route matches URL "/x/[address]"'],
])("%j is logged without the address", (text, logged) => expect(withoutSecrets(text)).toBe(logged));
