/** Says why something could not be read. */
export const Failure = ({ error }: { error: string | undefined }) =>
  error === undefined ? null : (
    <p class="callout bad failure" role="alert">
      {error}
    </p>
  );
