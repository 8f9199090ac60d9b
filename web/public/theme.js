// Runs before the first paint, so that a dark page never flashes white. A file of its own: the server forbids inline scripts.
try {
  const settings = JSON.parse(localStorage.getItem('gokaku.settings') ?? '{}');
  if (settings.theme === 'light' || settings.theme === 'dark') document.documentElement.dataset.theme = settings.theme;
  if (settings.language === 'ja' || settings.language === 'en') document.documentElement.lang = settings.language;
} catch {
  // Without storage the page follows the system.
}
