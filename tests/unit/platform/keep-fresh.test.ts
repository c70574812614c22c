import { expect, test, vi } from "vitest";
import { forgetKept, keepFresh } from "~/platform/keep-fresh.server";

const at = (seconds: number) => new Date(seconds * 1_000);

function counter() {
  let count = 0;
  const read = vi.fn(async (shop: string) => {
    count += 1;
    return `${shop} ${count}`;
  });
  return { read, kept: keepFresh(read, { refreshAfterMs: 10_000, expiresAfterMs: 60_000 }) };
}

test("a value is answered again, read aside when it is older, and read first when it has expired", async () => {
  const { read, kept } = counter();
  expect(await kept.read("one", at(0))).toBe("one 1");
  expect(await kept.read("one", at(9))).toBe("one 1");
  expect(await kept.read("two", at(9))).toBe("two 2");
  expect(await Promise.all([kept.read("one", at(11)), kept.read("one", at(11))])).toEqual(["one 1", "one 1"]);
  await expect.poll(async () => await kept.read("one", at(12))).toBe("one 3");
  expect(read).toHaveBeenCalledTimes(3);
  expect(await kept.read("one", at(80))).toBe("one 4");
});

test("a failure aside keeps the value, and an empty value isn't kept", async () => {
  const { read, kept } = counter();
  expect(await kept.read("one", at(0))).toBe("one 1");
  read.mockRejectedValueOnce(new Error("The database doesn't answer."));
  expect(await kept.read("one", at(20))).toBe("one 1");
  await expect.poll(async () => await kept.read("one", at(21))).toBe("one 2");
  const empty = vi.fn(async () => "");
  const some = keepFresh(empty, { refreshAfterMs: 10_000, expiresAfterMs: 60_000 }, (value) => value !== "");
  await some.read("one", at(0));
  await some.read("one", at(0));
  expect(empty).toHaveBeenCalledTimes(2);
});

test("what is kept of a shop can be forgotten, such as when it removes the app", async () => {
  const { kept } = counter();
  expect([await kept.read("one", at(0)), await kept.read("two", at(0))]).toEqual(["one 1", "two 2"]);
  forgetKept("one");
  expect([await kept.read("one", at(1)), await kept.read("two", at(1))]).toEqual(["one 3", "two 2"]);
});
