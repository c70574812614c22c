import { AppProvider, Button, Link } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RowButton } from "~/ui/list/RowButton";
import styles from "~/ui/list/RowButton.module.css";
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

test("a row's menu button is Polaris's tertiary button, without the elements of its icon", () => {
  const polaris = html(<Button size="slim" variant="tertiary" icon={MenuHorizontalIcon} {...common} />);
  expect(html(<RowButton isMenu {...common} />)).toBe(
    polaris.replace('iconOnly"', `iconOnly ${styles.menu}"`).replace(/<span.*<\/span>/, ""),
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
