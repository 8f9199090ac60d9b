import { mount } from 'svelte';

import App from './App.svelte';
import './style.css';

const target = document.getElementById('page');
if (target === null) throw new Error('found no element #page, expected the one of index.html');
mount(App, { target });

// Only a page that says that the server is gone; where there are no service workers, the browser says it.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
