import type { Request } from "express";
import { addressRow } from "../data/customer-input.ts";
import type { Store } from "../data/database.ts";
import { findCustomer, findCustomerByEmail } from "../data/find-customers.ts";
import { toMinorUnits } from "../data/minor-units.ts";
import { nextIds } from "../data/next-ids.ts";
import { findProducts, findVariantsBySku } from "../data/products.ts";
import type { CustomerRow } from "../data/rows.ts";
import type { NewOrderLine } from "../orders/insert-order.ts";
import type { OrderInput } from "../orders/place-order.ts";
import type { LineGroup, OrderAddress } from "../orders/rows.ts";
import type { PageContext } from "./page-context.ts";
import { formText } from "./routes/shop-handler.ts";

/** How many lines the form for a new order has. */
export const FORM_LINES = 5;

/** The SKU of the line that a gift tag is. */
const GIFT_TAG_SKU = "BDGIFTTAG";

/** Reads the form for a new order. Returns a sentence if something is missing. */
export async function readOrderForm(
  store: Store,
  shop: PageContext["shop"],
  request: Request,
): Promise<OrderInput | string> {
  const customer = await findCustomerIn(store, shop.domain, formText(request, "customer"));
  if (!customer) return "Enter the id or the email address of a customer.";
  const lines = await readLines(store, shop.domain, request);
  if (typeof lines === "string") return lines;
  const shipping = formText(request, "shipping");
  const shippingCents = shipping === "" ? 0 : toMinorUnits(shipping, shop.currencyCode);
  if (shippingCents === null) return "Enter the shipping as an amount, such as 5.00.";
  const payment = formText(request, "payment");
  return {
    customerId: customer.id,
    discountCode: formText(request, "discountCode") || null,
    authorizeOnly: payment === "authorize",
    payLater: payment === "later",
    order: {
      lines,
      email: customer.email,
      note: formText(request, "note") || null,
      shipping_cents: shippingCents,
      shipping_title: shippingCents > 0 ? "Standard" : null,
      shipping_address: readAddress(request, customer),
      billing_address: readAddress(request, customer),
    },
  };
}

async function findCustomerIn(store: Store, shop: string, text: string): Promise<CustomerRow | null> {
  if (/^\d{1,16}$/.test(text)) return findCustomer(store.pool, shop, Number(text));
  return text ? findCustomerByEmail(store.pool, shop, text) : null;
}

async function readLines(store: Store, shop: string, request: Request): Promise<NewOrderLine[] | string> {
  const inputs = Array.from({ length: FORM_LINES }, (_, index) => ({
    sku: formText(request, `sku${index + 1}`),
    quantity: Number(formText(request, `quantity${index + 1}`) || "1"),
    bundle: formText(request, `bundle${index + 1}`),
    customization: formText(request, `customization${index + 1}`),
  })).filter(({ sku }) => sku !== "");
  const skus = inputs.map(({ sku }) => sku);
  const variants = await findVariantsBySku(store.pool, shop, skus);
  const productIds = [...variants.values()].map((variant) => variant.product_id);
  const products = new Map((await findProducts(store.pool, shop, productIds)).map((row) => [row.id, row]));
  const groups = new Map<string, LineGroup>();
  const lines: NewOrderLine[] = [];
  for (const { sku, quantity, bundle, customization } of inputs) {
    const variant = variants.get(sku.toLowerCase());
    if (!variant) return `No product has the SKU ${sku}.`;
    if (!Number.isSafeInteger(quantity) || quantity < 1) return `Enter the quantity of ${sku}.`;
    if (bundle && !groups.has(bundle)) {
      const [id = 0] = await nextIds(store.pool, 1);
      groups.set(bundle, { id, title: bundle, quantity: 1, variantId: null, variantSku: null });
    }
    const product = products.get(variant.product_id);
    lines.push({
      title: product?.title ?? sku,
      variant_title: variant.option_values.join(" / ") || null,
      product_id: variant.product_id,
      variant_id: variant.id,
      sku: variant.sku,
      vendor: product?.vendor ?? null,
      quantity,
      price_cents: variant.price_cents,
      grams: variant.grams,
      weight_unit: variant.weight_unit,
      requires_shipping: variant.requires_shipping,
      taxable: variant.taxable,
      gift_card: product?.gift_card ?? false,
      properties: customization ? [{ key: "Customization", value: customization }] : [],
      line_group: groups.get(bundle) ?? null,
    });
  }
  if (lines.length === 0) return "Enter the SKU of at least one product.";
  const giftTag = { title: "Gift tag", sku: GIFT_TAG_SKU, quantity: 1, price_cents: 0 };
  return formText(request, "giftTag") === "1" ? [...lines, giftTag] : lines;
}

/** The address in the form, or the customer's default address if the form has none. */
function readAddress(request: Request, customer: CustomerRow): OrderAddress | null {
  const address1 = formText(request, "address1");
  if (!address1) {
    const [first] = customer.addresses;
    return first ? withoutId(first) : null;
  }
  return withoutId(
    addressRow(
      {
        firstName: customer.first_name,
        lastName: customer.last_name,
        address1,
        city: formText(request, "city"),
        provinceCode: formText(request, "state").toUpperCase(),
        countryCode: "US",
        zip: formText(request, "zip"),
        phone: formText(request, "phone") || customer.phone,
      },
      0,
    ),
  );
}

function withoutId({ id: _id, ...address }: OrderAddress & { id: number }): OrderAddress {
  return address;
}
