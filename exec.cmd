@rem npm scripts start with "exec", so that signals to npm reach the program. cmd.exe lacks it.
@%*
