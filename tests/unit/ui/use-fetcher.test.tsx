// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import { useContext, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";
import { expect, it } from "vitest";
import { useFetcher } from "~/ui/useFetcher";
import { renderConsole } from "./render-console";

/** Shows the text that an effect was run with. When the data arrive, it renders without a change of its own first. */
function Page() {
  const { load, data } = useFetcher<{ text: string }>();
  const [text, setText] = useState("nothing yet");
  const [, setFlag] = useState(false);
  const router = useContext(DataRouterContext)?.router;
  useEffect(
    () =>
      router?.subscribe(({ fetchers }) => {
        if ([...fetchers.values()].some((fetcher) => fetcher.data !== undefined))
          flushSync(() => {
            setFlag(true);
            setFlag(false);
          });
      }),
    [router],
  );
  useEffect(() => load("/part"), [load]);
  useEffect(() => {
    if (data) setText(data.text);
  }, [data]);
  return <p>{text}</p>;
}

it("runs the effects of data that a render without another change has shown first", async () => {
  renderConsole(
    [
      { path: "/page", element: <Page />, loader: () => null },
      { path: "/part", loader: () => ({ text: "the answer" }) },
    ],
    "/page",
  );
  expect(await screen.findByText("the answer")).toBeTruthy();
});
