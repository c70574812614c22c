// @vitest-environment jsdom
import "./browser";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { useReturnFocus } from "~/ui/focus";

function Question({ onAnswer }: { onAnswer(): void }) {
  useReturnFocus();
  return (
    <button type="button" onClick={onAnswer}>
      Yes
    </button>
  );
}

/** A list whose row Ann leaves with the answer to the question that it opened. */
function List() {
  const [names, setNames] = useState(["Ann", "Ben"]);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <table>
        <tbody>
          {names.map((name, index) => (
            <tr
              key={name}
              data-row-id={name}
              tabIndex={index === 0 ? 0 : -1}
              onKeyDown={() => setAsking(true)}
            />
          ))}
        </tbody>
      </table>
      {isAsking && (
        <Question
          onAnswer={() => {
            setNames(["Ben"]);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

it("the focus goes to the list's active row when the row that had it is gone", () => {
  render(<List />);
  const [, ann] = screen.getAllByRole("row").toReversed();
  ann?.focus();
  fireEvent.keyDown(ann as HTMLElement);
  const yes = screen.getByRole("button", { name: "Yes" });
  yes.focus();
  fireEvent.click(yes);
  expect(document.activeElement?.getAttribute("data-row-id")).toBe("Ben");
});
