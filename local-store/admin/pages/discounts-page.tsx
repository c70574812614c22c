import type { CodeListItem, DiscountListItem } from "../../discounts/list-discounts.ts";
import { statusOf } from "../../discounts/read-discounts.ts";
import type { DiscountRow } from "../../discounts/rows.ts";
import { counted, dateTime, money } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";
import { SearchForm } from "./search-form.tsx";

/** The shop's discounts, with a form that creates one. */
export function discountsPage(
  context: PageContext,
  { discounts, refused, now }: { discounts: readonly DiscountListItem[]; refused: string; now: number },
): string {
  const base = `/store/${context.shop.handle}/discounts`;
  const notice = refused ? ({ level: "critical", text: refused } as const) : undefined;
  return renderPage(
    { title: "Discounts", context, notice },
    <>
      <form className="toolbar" method="post" action={base}>
        <input name="title" required maxLength={255} placeholder="Title" aria-label="Title" />
        <input name="code" required maxLength={255} placeholder="First code" aria-label="First code" />
        <input name="percent" required type="number" min={1} max={100} aria-label="Percent off" />
        <button type="submit">Create discount</button>
      </form>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Discount</th>
              <th>Value</th>
              <th>Status</th>
              <th>Codes</th>
              <th>Uses</th>
            </tr>
          </thead>
          <tbody>
            {discounts.map((discount) => (
              <tr key={discount.id}>
                <td>
                  <a href={`${base}/${discount.id}`}>{discount.title}</a>
                </td>
                <td>{discountValue(context, discount)}</td>
                <td>{statusOf(discount, now).toLowerCase()}</td>
                <td className="is-number">{discount.codes}</td>
                <td className="is-number">{discount.uses}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {discounts.length === 0 ? <p className="card subdued">No discounts.</p> : null}
      </div>
    </>,
  );
}

/** A discount's codes. */
export function discountPage(
  context: PageContext,
  {
    discount,
    codes,
    search,
    now,
  }: { discount: DiscountRow; codes: readonly CodeListItem[]; search: string; now: number },
): string {
  const { shop } = context;
  const shown = (instant: Date) => dateTime(instant, shop.timeZone);
  const facts = [
    discountValue(context, discount),
    statusOf(discount, now).toLowerCase(),
    `from ${shown(discount.starts_at)}`,
    ...(discount.ends_at ? [`until ${shown(discount.ends_at)}`] : []),
    ...(discount.once_per_customer ? ["once per customer"] : []),
    ...(discount.usage_limit === null ? [] : [`${counted(discount.usage_limit, "use")} per code`]),
  ];
  return renderPage(
    { title: discount.title, context },
    <>
      <p className="subdued">{facts.join(" · ")}</p>
      <SearchForm label="Part of a code" value={search} />
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Code</th>
              <th>Uses</th>
              <th>Last used</th>
            </tr>
          </thead>
          <tbody>
            {codes.map((code) => (
              <tr key={code.id}>
                <td>{code.code}</td>
                <td className="is-number">{code.uses}</td>
                <td>{code.used_at ? shown(code.used_at) : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {codes.length === 0 ? <p className="card subdued">No codes found.</p> : null}
      </div>
    </>,
  );
}

const discountValue = ({ shop }: PageContext, { percentage, amount_cents }: DiscountRow): string =>
  amount_cents === null
    ? `${Math.round((percentage ?? 0) * 1_000) / 10}% off`
    : `${money(amount_cents, shop.currencyCode)} off`;
