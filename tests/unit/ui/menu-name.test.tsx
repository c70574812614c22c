// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FrameProvider, useMenuName } from "~/ui/frame";
import { renderConsole } from "./render-console";

const FRAME = {
  shop: { domain: "test.myshopify.com", name: "Test", timeZone: "America/New_York", currency: "USD" },
  administrator: { id: "1", name: "Olive Owner", isOwner: true },
  menu: [
    { path: "/solr", menuName: "search-index sync", description: "" },
    { path: "/coupons", menuName: "coupons", description: "" },
  ],
};

const Name = ({ title }: { title: string }) => <p>{useMenuName(title) ?? "none"}</p>;
const page = (title: string) => (
  <FrameProvider frame={FRAME}>
    <Name title={title} />
  </FrameProvider>
);
const ROUTES = [
  { path: "/solr", element: page("SOLR") },
  { path: "/coupons", element: page("Coupons List") },
  { path: "/coupons/pools", element: page("Pools") },
];

test.each([
  ["/solr", "search-index sync"],
  ["/coupons", "none"],
  ["/coupons/pools", "none"],
])("the page %s has the menu's name %s below its title", async (address, name) => {
  renderConsole(ROUTES, address);
  expect(await screen.findByText(name)).toBeTruthy();
});
