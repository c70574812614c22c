import type { Statement } from "../../credit/read-statement.ts";
import type { AddressRow, ConsentRow, CustomerRow, MetafieldEntry } from "../../data/rows.ts";
import { appExtensions } from "../app-extensions.ts";
import { counted, dateTime, money } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";
import { MoreActions } from "./more-actions.tsx";
import { OrdersCard, StoreCreditCard } from "./store-credit-card.tsx";
import { TagsCard } from "./tags-card.tsx";

/** A customer's data, with actions that change it without the app. */
export function customerPage(
  context: PageContext,
  customer: CustomerRow,
  { metafields, statement }: { metafields: MetafieldEntry[]; statement: Statement },
  notice: PageOptions["notice"],
): string {
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(" ");
  const { currencyCode, timeZone } = context.shop;
  const base = `/store/${context.shop.handle}/customers/${customer.id}`;
  return renderPage(
    { title: name || customer.email || `Customer ${customer.id}`, context, notice },
    <>
      <MoreActions context={context} target="admin.customer-details.action.link" id={customer.id} />
      <section className="card">
        <h2>Customer</h2>
        <dl>
          <dt>Id</dt>
          <dd>{customer.id}</dd>
          <dt>Email</dt>
          <dd>{customer.email ?? "None"}</dd>
          <dt>Phone</dt>
          <dd>{customer.phone ?? "None"}</dd>
          <dt>Spent</dt>
          <dd>{`${money(customer.amount_spent_cents, currencyCode)} in ${counted(customer.orders_count, "order")}`}</dd>
          <dt>Email consent</dt>
          <dd>{consent(customer.email_marketing)}</dd>
          <dt>SMS consent</dt>
          <dd>{consent(customer.sms_marketing)}</dd>
          <dt>Note</dt>
          <dd>{customer.note ?? "None"}</dd>
          <dt>Created</dt>
          <dd>{dateTime(customer.created_at, timeZone)}</dd>
          <dt>Updated</dt>
          <dd>{dateTime(customer.updated_at, timeZone)}</dd>
        </dl>
      </section>
      {appExtensions.blocks.map(({ name, handle }) => (
        <section key={handle} className="card">
          <iframe title={name} src={`${base}/blocks/${handle}`} className="block" />
        </section>
      ))}
      <TagsCard base={base} tags={customer.tags} />
      <StoreCreditCard {...{ context, base, statement }} />
      <OrdersCard {...{ context, base, statement }} />
      <section className="card">
        <h2>Metafields</h2>
        {metafields.length === 0 ? <p className="subdued">None.</p> : null}
        <dl>
          {metafields.map((field) => (
            <Metafield key={`${field.namespace}.${field.key}`} field={field} />
          ))}
        </dl>
      </section>
      <section className="card">
        <h2>Addresses</h2>
        {customer.addresses.length === 0 ? <p className="subdued">None.</p> : null}
        {customer.addresses.map((address) => (
          <p key={address.id}>{addressLine(address)}</p>
        ))}
      </section>
      <form method="post" action={`${base}/delete`}>
        <button type="submit" className="is-critical">
          Delete customer
        </button>
      </form>
    </>,
  );
}

function Metafield({ field }: { field: MetafieldEntry }) {
  return (
    <>
      <dt>{`${field.namespace}.${field.key}`}</dt>
      <dd>{field.value}</dd>
    </>
  );
}

function consent(row: ConsentRow | null): string {
  return row ? row.state.toLowerCase().replaceAll("_", " ") : "not subscribed";
}

function addressLine(address: AddressRow): string {
  const parts = [
    address.company,
    address.address1,
    address.address2,
    [address.zip, address.city].filter(Boolean).join(" "),
    address.provinceCode,
    address.country,
  ];
  return parts.filter(Boolean).join(", ");
}
