// Loaded into a measured process: says at its end how much memory it held at most.
process.on('exit', () => process.stderr.write(`rss ${process.resourceUsage().maxRSS}\n`));
