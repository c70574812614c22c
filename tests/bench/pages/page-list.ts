import { customersOf, ORDER_PREFIX } from "./fill-shop.ts";
import type { PreparedShop } from "./prepare-shop.ts";

/** A page with its addresses: enough of them that no answer comes from a cache of one. */
export interface MeasuredPage {
  name: string;
  /** Of a round, from 0. */
  addressOf(round: number): string;
  /** What the page has when it answers its question. */
  shows: string | RegExp;
}

const query = (parameters: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();

/** Filters that have options. */
const COUNTED_FILTERS = ["vendor", "specs.material", "option:size", "availability"];

/**
 * The pages that answer a question with results. A new page is one more entry.
 */
export function pagesOf({ size, collection, indexed, storeOrders }: PreparedShop): MeasuredPage[] {
  const indexedAt = (round: number) => indexed[round % indexed.length] ?? { sku: "", title: "" };
  const number = (round: number, step: number) => (round * step) % size.products;
  const sku = (round: number) => `WB-${String(number(round, 997)).padStart(6, "0")}-1`;
  const page = (name: string, address: string, shows: MeasuredPage["shows"]): MeasuredPage => ({
    name,
    addressOf: () => address,
    shows,
  });
  return [
    page("Bundle report, its result", "/bundleReport", "KIT-"),
    {
      name: "Bundle report, a search in its result",
      addressOf: (round) => `/bundleReport?${query({ q: `KIT-${round % 500}` })}`,
      shows: "KIT-",
    },
    page("Salsify report, completeness", "/salsify", "specs.material"),
    {
      name: "Salsify report, the values of a product",
      addressOf: (round) =>
        `/salsify?${query({ sheet: 0, q: `WB-${String(round % 5_000).padStart(6, "0")}` })}`,
      shows: /specs\.material/,
    },
    page("Ekata report, its result", "/ekata", "Identity Risk Score"),
    page("Knot report, its result", "/knotReport", "Bench partner"),
    page("Customer dashboard", "/dashboard", "All metrics"),
    page("Customer dashboard, a year", `/dashboard?${query(lastYear())}`, "All metrics"),
    ...(["algolia", "solr"] as const).flatMap((engine): MeasuredPage[] => [
      page(`${engine}, its syncs`, `/${engine}?tab=syncs`, "Completed"),
      page(`${engine}, the fields`, `/${engine}?tab=fields`, "specs.material"),
      page(`${engine}, the inspector before a search`, `/${engine}?tab=inspector`, "Compare all products"),
      {
        name: `${engine}, the inspector by SKU`,
        addressOf: (round) => `/${engine}?${query({ tab: "inspector", product: indexedAt(round).sku })}`,
        shows: "up to date",
      },
      {
        name: `${engine}, the inspector by title`,
        addressOf: (round) => `/${engine}?${query({ tab: "inspector", product: indexedAt(round).title })}`,
        shows: "up to date",
      },
      {
        name: `${engine}, the inspector by the title of a product that isn't indexed`,
        addressOf: (round) =>
          `/${engine}?${query({ tab: "inspector", product: `Hammer ${number(round, 997)}` })}`,
        shows: "Hammer",
      },
      page(
        `${engine}, a test search with facets`,
        `/${engine}?${query({ tab: "search", q: "steel" })}`,
        "products",
      ),
    ]),
    page("SOLR Filters, the collections", "/solrFilters?tab=collections", "Not published"),
    page("SOLR Filters, definitions", "/solrFilters?tab=definitions", "specs.material"),
    page(
      "SOLR Filters, a collection with counts and its preview",
      `/solrFilters?${query({ tab: "collections", collection })}`,
      "As shoppers see it",
    ),
    {
      name: "SOLR Filters, the options of a filter",
      addressOf: (round) =>
        `/api/filters/collection/${collection}?${query({ optionsOf: COUNTED_FILTERS[round % COUNTED_FILTERS.length] ?? "" })}`,
      shows: '"products":',
    },
    page("Price workbench, all products", `/bulkprice/workbench?${query({ by: 20, ending: 99 })}`, "<td"),
    {
      name: "Price workbench, a vendor",
      addressOf: (round) =>
        `/bulkprice/workbench?${query({ vendor: `Vendor ${round % 40}`, by: 20, ending: 99 })}`,
      shows: "WB-",
    },
    {
      name: "Price workbench, a title",
      addressOf: (round) => `/bulkprice/workbench?${query({ q: `Hammer ${number(round, 31)}`, by: 20 })}`,
      shows: "Hammer",
    },
    page("Price workbench, its choices", "/api/bulkprice/workbench/choices", "Vendor"),
    page("Import Price", "/bulkprice", "WB-"),
    page("Price calendar, this month", "/bulkprice/calendar", "Price"),
    page("Price calendar, the next month", `/bulkprice/calendar?${query({ month: nextMonth() })}`, "Bench"),
    page("Price control", "/pricecontrol", "WB-"),
    {
      name: "Price control, a SKU",
      addressOf: (round) => `/pricecontrol?${query({ q: sku(round * 10) })}`,
      shows: /Price/,
    },
    page("Returns, before a search", "/orderReturns", "Returns"),
    {
      name: "Returns, an order with its timeline",
      addressOf: (round) =>
        `/orderReturns?${query({ value: storeOrders[round % storeOrders.length] ?? "" })}`,
      shows: "FULFILLED",
    },
    {
      name: "Returns, by a customer's email address",
      addressOf: (round) =>
        `/orderReturns?${query({ value: `buyer${(round * 7_919) % customersOf(size)}@orders.example` })}`,
      shows: ORDER_PREFIX,
    },
    {
      name: "Returns, by a customer's name",
      addressOf: (round) => {
        const customer = 1 + ((round * 7_919) % customersOf(size));
        return `/orderReturns?${query({ value: `Given${(customer - 1) % 200} Family${customer - 1}` })}`;
      },
      shows: ORDER_PREFIX,
    },
    page("Coupons", "/coupons", "SAVE-"),
    {
      name: "Coupons, part of a code",
      addressOf: (round) => `/coupons?${query({ q: `-${1 + number(round, 991)}` })}`,
      shows: /SAVE-|No /,
    },
    page("Coupon pools", "/coupons/pools", "Pool 1"),
    page("Registration codes", "/registrationCodes?tab=list", "BENCH"),
    {
      name: "Registration codes, part of a code",
      addressOf: (round) => `/registrationCodes?${query({ tab: "list", q: `BENCH${round % 5_000}` })}`,
      shows: "BENCH",
    },
    page("Product media, its products", "/productMedia?tab=media", "<td"),
    page(
      "Product media, products without pictures",
      `/productMedia?${query({ tab: "media", show: "pictures" })}`,
      "<td",
    ),
    {
      name: "Product media, a word of titles",
      addressOf: (round) => `/productMedia?${query({ tab: "media", q: `Hammer ${1_000 + round * 31}` })}`,
      shows: "Hammer",
    },
    page("Events", "/events", "Workshop"),
    {
      name: "Events, part of a name",
      addressOf: (round) => `/events?${query({ q: `Workshop ${round % 500}` })}`,
      shows: "Workshop",
    },
  ];
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

function lastYear() {
  const today = new Date();
  // Yesterday in any time zone of a shop.
  const to = new Date(+today - 86_400_000);
  return { dateFrom: isoDay(new Date(+to - 364 * 86_400_000)), dateTo: isoDay(to) };
}

const nextMonth = (): string => {
  const now = new Date();
  return isoDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))).slice(0, 7);
};
