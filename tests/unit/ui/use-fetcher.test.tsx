// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import { useContext, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";
import { expect, it } from "vitest";
import { useFetcher } from "~/ui/useFetcher";
import { renderConsole } from "./render-console";

/** Shows what an effect has been told. When the data arrive, it renders without a change of its own first. */
function Page() {
  const { load, data } = useFetcher<{ text: string }>();
  const [told, tell] = useState("nothing yet");
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
    if (data) tell(data.text);
  }, [data]);
  return <p>{told}</p>;
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
