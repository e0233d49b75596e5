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
  // The first render alone is a transition: it comes in slices, between which a slow phone stays responsive.
  startTransition(() => {
    app.render(
      <StrictMode>
        <ErrorBoundary>
          <Provider store={store}>
            {/* Later, without transitions, a click shows at once that a screen is on its way, and signing out
                leaves a guarded screen in the same render that ends the session. */}
            <BrowserRouter useTransitions={false}>
              <AppRoutes />
            </BrowserRouter>
          </Provider>
        </ErrorBoundary>
      </StrictMode>,
    );
  });
}

// The page has come with what the server knows of it. The app takes its place when it has the same to show.
void firstScreen().then(show);
