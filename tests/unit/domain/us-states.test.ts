import { expect, test } from "vitest";
import { statesOfZip, US_STATES } from "~/domain/ups/us-states";
import { addressProblems } from "~/functions/orderReturns/return-rules";

test.each([
  ["97201", "OR"],
  ["02108", "MA"],
  ["73301", "TX"],
  ["88510", "TX"],
  ["20101", "VA"],
  ["20301", "DC"],
  ["06390", "NY"],
  ["00901", "PR"],
  ["00802", "VI"],
  ["96799", "AS"],
  ["96910", "GU"],
  ["09001-1234", "AE"],
  ["34001", "AA"],
  ["96201", "AP"],
  ["99501", "AK"],
])("the ZIP code %s is in %s", (zip, state) => {
  expect(statesOfZip(zip)).toContain(state);
  expect(addressProblems({ address: "1 Elm St", city: "Salem", state, zipcode: zip, phone: "" })).toEqual({});
});

test("every state has ZIP codes, and one of another state is a problem of the ZIP code", () => {
  const found = Array.from({ length: 1_000 }, (_, start) =>
    statesOfZip(`${String(start).padStart(3, "0")}99`),
  );
  expect(new Set([...found.flat(), ...statesOfZip("96799")])).toEqual(new Set(Object.keys(US_STATES)));
  expect(
    addressProblems({ address: "1 Elm St", city: "Salem", state: "WA", zipcode: "97301", phone: "" }),
  ).toEqual({
    zipcode: "The ZIP code 97301 is in Oregon, not in Washington. Correct the ZIP code or the state.",
  });
});
