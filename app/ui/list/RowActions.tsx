import { Button } from "@shopify/polaris";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../lazy-part";
import styles from "./RowActions.module.css";
import { RowButton, type RowMenuItem } from "./RowButton";

const RowMenu = lazyPart(() => import("./RowMenu"));

interface RowActionsProps {
  /** The row's name for people who don't see it. */
  rowName: string;
  /** The buttons: one or two. */
  children: ReactNode;
  /** What is needed less often. */
  menu?: readonly RowMenuItem[];
  /** What the menu started is still loading. */
  isLoading?: boolean;
  /** One line below the buttons, such as the outcome of the last one. */
  note?: ReactNode;
}

/** The actions of a row on one line: its buttons, and a menu that is rendered when it is opened for the first time. */
export function RowActions({ rowName, children, menu = [], isLoading = false, note }: RowActionsProps) {
  const [wasOpened, setOpened] = useState(false);
  const label = `More actions for ${rowName}`;
  const closed = isLoading ? (
    <Button size="slim" variant="tertiary" icon={MenuHorizontalIcon} accessibilityLabel={label} loading />
  ) : (
    <RowButton isMenu accessibilityLabel={label} onClick={() => setOpened(true)} />
  );
  return (
    <>
      <div className={styles.buttons}>
        {children}
        {menu.length > 0 && !wasOpened && closed}
        {menu.length > 0 && wasOpened && (
          <Suspense fallback={closed}>
            <RowMenu label={label} items={menu} isLoading={isLoading} onLoadError={() => setOpened(false)} />
          </Suspense>
        )}
      </div>
      {note && <div className={styles.note}>{note}</div>}
    </>
  );
}
