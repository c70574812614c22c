/** The id in the address of an admin link. */
import { expect, test } from "vitest";
import { linkedNumber } from "~/core/admin-link.server";

const numberIn = (query: string) => linkedNumber(new Request(`https://backroom.example/customers${query}`));

test.each(["?id=42", "?id=gid%3A%2F%2Fshopify%2FCustomer%2F42"])("%s has the number", (query) => {
  expect(numberIn(query)).toBe("42");
});

test.each(["", "?id=", "?id=foo12", "?id=1234567890123456789"])("%j is an address without an id", (query) => {
  expect(() => numberIn(query)).toThrow("This address has no id.");
});
