import { expect, test } from "vitest";
import { listNumbers } from "~/domain/submissions/release-submissions.server";

const numbers = (count: number) => Array.from({ length: count }, (_unused, index) => count - index);

test("the email about released submissions lists 50 numbers in their order, and counts the others", () => {
  expect(listNumbers([1043, 1042])).toBe("1042, 1043");
  expect(listNumbers(numbers(50))).toMatch(/49, 50$/);
  expect(listNumbers(numbers(1_250))).toMatch(/^1, 2, .* 49, 50, and 1,200 more$/);
});
