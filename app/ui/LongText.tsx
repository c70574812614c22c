import { Button } from "@shopify/polaris";
import { useState } from "react";

/** The number of characters in two lines on a phone. */
const SHOWN = 110;

/** A person's text in a list. A long text is cut, with a button that shows the rest. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= SHOWN) return <>{text}</>;
  return (
    <>
      {isOpen ? text : beginningOf(text)}{" "}
      <Button variant="plain" size="micro" onClick={() => setOpen(!isOpen)} ariaExpanded={isOpen}>
        {isOpen ? "Less" : "Show all"}
      </Button>
    </>
  );
}

/** As many whole words as fit, where there are any. */
const beginningOf = (text: string): string => {
  const cut = text.slice(0, SHOWN - 20);
  return `${cut.replace(/\s+\S*$/, "")}…`;
};
