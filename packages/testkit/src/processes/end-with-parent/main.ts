// Imported by a process that must not outlive the one that started it. The parent holds the other
// end of standard input; the system closes it for the parent even after kill -9.
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL"));
process.stdin.resume();
process.stdin.unref();
