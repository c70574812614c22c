import { expect, test } from "vitest";
import { displayValue } from "~/functions/salsify/fields";

test.each([
  ["a text", { type: "single_line_text_field", value: "Oil| Keep dry |" }, "", "Oil| Keep dry |"],
  [
    "a text with its delimiter",
    { type: "single_line_text_field", value: "Oil| Keep dry |" },
    "|",
    "Oil; Keep dry",
  ],
  ["a list", { type: "list.single_line_text_field", value: '["a, b","c"]' }, "", "a, b; c"],
  ["a list, whatever the delimiter is", { type: "list.number_integer", value: "[1,2]" }, ",", "1; 2"],
  [
    "a list of measurements",
    { type: "list.dimension", value: '[{"value":1.5,"unit":"cm"},{"value":2,"unit":"m"}]' },
    "",
    "1.5 cm; 2 m",
  ],
  ["a weight", { type: "weight", value: '{"value":2.5,"unit":"KILOGRAMS"}' }, "", "2.5 KILOGRAMS"],
  ["an amount", { type: "money", value: '{"amount":"5.99","currency_code":"CAD"}' }, "", "5.99 CAD"],
  ["a rating", { type: "rating", value: '{"value":"3.5","scale_min":"1.0","scale_max":"5.0"}' }, "", "3.5"],
  ["JSON", { type: "json", value: '{"a":1}' }, "", '{"a":1}'],
  ["a list that isn't readable", { type: "list.single_line_text_field", value: "a;b" }, ";", "a;b"],
  ["an amount that isn't readable", { type: "money", value: "5.99" }, "", "5.99"],
])("%s is shown readably", (_what, metafield, delimiter, shown) => {
  expect(displayValue(metafield, delimiter)).toBe(shown);
});
