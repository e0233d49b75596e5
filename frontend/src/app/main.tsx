import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';
import { firstScreen } from './first-screen';
import { tolerateForeignChanges } from './foreign-changes';
import { AppRoutes } from './router';
import { store } from './store';
import './styles/index.css';

function show() {
  tolerateForeignChanges();
  const app = createRoot(document.getElementById('root') ?? document.body);
  // Only the first render is a transition: React renders it in slices, so a slow phone stays
  // responsive.
  startTransition(() => {
    app.render(
      <StrictMode>
        <ErrorBoundary>
          <Provider store={store}>
            {/* Later renders are not transitions: a click shows immediately that a screen is
                loading, and signing out leaves a guarded screen in the same render that ends the
                session. */}
            <BrowserRouter useTransitions={false}>
              <AppRoutes />
            </BrowserRouter>
          </Provider>
        </ErrorBoundary>
      </StrictMode>,
    );
  });
}

// The server has rendered the page with its data. The app replaces it once it can show the same.
void firstScreen().then(show);
