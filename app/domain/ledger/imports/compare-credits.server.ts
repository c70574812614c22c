import type { Compared } from "~/core/imports/import-definition.server";
import type { ReadRow } from "~/core/imports/read-row";
import { NO_SUCH_CUSTOMER, NOT_ENOUGH_CREDIT, tooMuchCredit } from "~/domain/ledger/post.server";
import { maxBalanceCents } from "~/domain/ledger/posting";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { addCents, cents, subtractCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { BOTH_AMOUNTS, creditRowOf, NO_AMOUNT, type RowCheck } from "./checks";

interface CreditAccount {
  email: string;
  balance: number;
  held: number;
}

/** Replaces a cell that can't be read. It isn't empty, and it isn't an amount. */
const UNREADABLE = "?";

/** At which field a check is shown. */
const FIELD_OF = (check: RowCheck, values: ReadRow["values"]): string => {
  if (check === BOTH_AMOUNTS) return "adjustment";
  if (check === NO_AMOUNT) return values.credit && values.adjustment !== UNREADABLE ? "credit" : "adjustment";
  return (values.reference ?? "").trim() === "" ? "reference" : "credit";
};

/** Compares rows with the customers' current credit, in one query for all, and computes each new balance. */
export async function compareCredits(tx: ShopTransaction, rows: readonly ReadRow[]): Promise<Compared[]> {
  const { rows: found } = await tx.$client.query<CreditAccount>(
    `SELECT lower(customer.email) AS email, coalesce(balance_cents, 0)::float8 AS balance,
            coalesce(held_cents, 0)::float8 AS held
       FROM unnest($1::text[]) AS wanted (email) JOIN customers_of_shop AS customer ON lower(customer.email) = wanted.email
       LEFT JOIN credit_accounts AS account ON account.shop = customer.shop AND account.customer_id = customer.id`,
    [rows.flatMap(({ identity }) => (identity ? [identity] : []))],
  );
  const accounts = new Map(found.map((one) => [one.email, one]));
  const currency = await currencyOf(tx);
  return rows.map((row) => compared(row, accounts.get(row.identity ?? ""), currency));
}

function compared(row: ReadRow, customer: CreditAccount | undefined, currency: string): Compared {
  const unreadable = Object.fromEntries(row.problems.map(({ field }) => [field, UNREADABLE]));
  const values = { ...row.values, ...unreadable };
  const read = creditRowOf(values, currency);
  // A cell that can't be read has its own sentence. The check is then shown for the row, because the file has it too.
  const fieldOf = (check: RowCheck) => {
    const field = FIELD_OF(check, values);
    return field in unreadable ? "" : field;
  };
  const checks = "failed" in read ? read.failed : [];
  const problems = [...row.problems, ...checks.map((sentence) => ({ field: fieldOf(sentence), sentence }))];
  const refused: Compared = { verdict: "refused", customerId: null, changes: [], problems };
  if (problems.length > 0 || "failed" in read) return refused;
  const takes = read.type === "Adjustment";
  const field = takes ? "adjustment" : "credit";
  if (!customer)
    return {
      ...refused,
      problems: [{ field: "email", sentence: `${NO_SUCH_CUSTOMER} Add Customer adds them.` }],
    };
  const [balance, held] = [cents(customer.balance), cents(customer.held)];
  if (takes && balance - held < read.amountCents)
    return { ...refused, problems: [{ field, sentence: NOT_ENOUGH_CREDIT }] };
  const after = takes ? subtractCents(balance, read.amountCents) : addCents(balance, read.amountCents);
  const most = maxBalanceCents(currency);
  if (most !== null && after > most)
    return { ...refused, problems: [{ field, sentence: tooMuchCredit(formatMoney(most, currency)) }] };
  const change = {
    field,
    label: "Balance",
    before: formatMoney(balance, currency),
    after: formatMoney(after, currency),
  };
  return { verdict: "change", customerId: null, changes: [change], problems: [] };
}

/** The shop's one currency. */
export async function currencyOf(tx: ShopTransaction): Promise<string> {
  const { rows } = await tx.$client.query<{ currency: string }>(
    "SELECT currency FROM shops WHERE shop = current_setting('app.shop')",
  );
  return rows[0]?.currency ?? "USD";
}
