import { AppProvider, Button } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RowButton } from "~/ui/list/RowButton";

const html = (element: ReactElement) =>
  renderToStaticMarkup(<AppProvider i18n={translations}>{element}</AppProvider>);

const common = { accessibilityLabel: "Approve Ana", onClick: () => {} };

test("a row's button is the HTML of Polaris's slim button", () => {
  expect(html(<RowButton {...common}>Approve</RowButton>)).toBe(
    html(
      <Button size="slim" {...common}>
        Approve
      </Button>,
    ),
  );
});

test("a row's critical button is the HTML of Polaris's", () => {
  expect(
    html(
      <RowButton tone="critical" {...common}>
        Reject
      </RowButton>,
    ),
  ).toBe(
    html(
      <Button size="slim" tone="critical" {...common}>
        Reject
      </Button>,
    ),
  );
});

test("a row's icon button is the HTML of Polaris's tertiary button", () => {
  expect(html(<RowButton icon={MenuHorizontalIcon} {...common} />)).toBe(
    html(<Button size="slim" variant="tertiary" icon={MenuHorizontalIcon} {...common} />),
  );
});
