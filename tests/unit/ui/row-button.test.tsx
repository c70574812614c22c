import { AppProvider, Button, Link } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MoreIcon } from "~/ui/list/MoreIcon";
import { RowButton } from "~/ui/list/RowButton";
import { RowLink } from "~/ui/list/RowLink";

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
  const polaris = html(<Button size="slim" variant="tertiary" icon={MenuHorizontalIcon} {...common} />);
  expect(html(<RowButton icon={MoreIcon} {...common} />)).toBe(
    // Its three paths are one.
    polaris.replaceAll('"></path><path d="', " "),
  );
});

test("a row's link is the HTML of Polaris's link without an underline", () => {
  const link = html(
    <Link url="/customers/7" removeUnderline>
      Ana
    </Link>,
  );
  // A mark that none of Polaris's styles reads.
  const expected = link.replace(' data-polaris-unstyled="true"', "");
  expect(html(<RowLink to="/customers/7">Ana</RowLink>)).toBe(expected);
});
