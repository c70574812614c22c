import { expect, test } from "vitest";
import { statementSheet } from "~/functions/credits/ui/save-statement";
import { cents, NO_CENTS } from "~/platform/money/cents";

const LINE = {
  id: "1",
  at: "2026-11-21T23:30:00.000Z",
  type: "Credit",
  reference: "Bonus",
  by: "Olivia Owner",
  expiresAt: "2027-01-01T00:00:00.000Z",
} as const;

test.each([
  [NO_CENTS, ["ana@x.example", "Balance: 12.50"]],
  [cents(750), ["ana@x.example", "Balance: 12.50", "Balance before the oldest of these: 7.50"]],
])("with %i cents before its oldest line, a statement says %j", (openingCents, lines) => {
  const statement = {
    shopifyCustomerId: "1",
    name: "Ana",
    email: "ana@x.example",
    balanceCents: cents(1_250),
    heldCents: NO_CENTS,
    comingCents: NO_CENTS,
    comparedAt: null,
    openingCents,
    lines: [{ ...LINE, amountCents: cents(500), balanceCents: cents(1_250) }],
  };
  const sheet = statementSheet(statement, { who: "Ana", currency: "USD" });
  expect(sheet.report?.lines).toEqual(lines);
  expect(sheet.rows).toEqual([
    ["11/21/2026 11:30 PM", "Credit", "Bonus", "Olivia Owner", "12/31/2026", 5, 12.5],
  ]);
});
