import { hasToken, useToken } from "./live/control.ts";

/** Asks for the control token, which a sandbox needs from callers on other machines. */
export const TokenPage = () => (
  <main id="content" class="lone">
    <h1>This sandbox needs its control token</h1>
    <p>
      It was printed when the sandbox started, and is stored in its data folder, in the file{" "}
      <code class="whole">control-token</code>.
    </p>
    {hasToken && (
      <p class="callout bad" role="alert">
        The sandbox refused this token. Check that you have copied all of it.
      </p>
    )}
    <form
      onSubmit={(event) => {
        event.preventDefault();
        useToken(String(new FormData(event.currentTarget).get("token")).trim());
      }}
    >
      <label for="token">Control token</label>
      <input id="token" name="token" type="password" autocomplete="off" required />
      <button type="submit" class="primary">
        Open the console
      </button>
    </form>
  </main>
);
